import { Badge } from '../../../client/ui/badge.tsx'
import { CheckboxField } from '../../../client/ui/checkbox-field.tsx'
import { Chip, ChoiceChip } from '../../../client/ui/chip.tsx'
import { DateOfBirthField } from '../../../client/ui/date-of-birth-field.tsx'
import { Icon } from '../../../client/ui/icon.tsx'
import { Cluster, Stack } from '../../../client/ui/layout.tsx'
import { PasswordField } from '../../../client/ui/password-field.tsx'
import { RangePair } from '../../../client/ui/range-pair.tsx'
import { SelectField } from '../../../client/ui/select-field.tsx'
import { SwitchField } from '../../../client/ui/switch-field.tsx'
import { Tabs } from '../../../client/ui/tabs.tsx'
import { TextAreaField } from '../../../client/ui/text-area-field.tsx'
import { TextField } from '../../../client/ui/text-field.tsx'

const OPTIONS = [
  { value: 'lisbon', label: 'Lisbon' },
  { value: 'porto', label: 'Porto' }
]

/** One field of each kind. */
export function Fields() {
  return (
    <Stack>
      <TextField label="Name" name="name" defaultValue="Robin" />
      <TextField label="Email" name="email" type="email" help="For the link only you get." placeholder="you@mail.example" />
      <TextField label="City" name="city" icon="pin" optional="optional" />
      <TextField label="Town" name="town" error="Please fill in this field." />
      <TextField label="Country" name="land" defaultValue="Portugal" disabled />
      <PasswordField
        autoComplete="new-password"
        label="Password"
        name="password"
        showLabel="Show"
        hideLabel="Hide"
        defaultValue="correct horse"
      />
      <SelectField label="Region" name="region" options={OPTIONS} placeholder="Choose" />
      <SelectField label="Region with an error" name="other_region" options={OPTIONS} error="Please choose one." />
      <TextAreaField label="About you" name="about" defaultValue="I walk, I cook, I read." maxLength={200} />
      <DateOfBirthField label="Date of birth" locale="en-GB" name="birth" labels={{ day: 'Day', month: 'Month', year: 'Year' }} />
      <RangePair
        label="Age"
        from={{ name: 'from', label: 'From', defaultValue: 30 }}
        to={{ name: 'to', label: 'To', defaultValue: 45 }}
        min={18}
        max={99}
      />
      <CheckboxField label="I agree" name="agree" help="You can take it back." />
      <CheckboxField label="I agree, with an error" name="agree_2" error="Please agree." />
      <SwitchField label="Show when I’m online" name="online" defaultChecked />
      <SwitchField label="Off and disabled" name="off" disabled />
    </Stack>
  )
}

/** Controls that are chosen by a press. */
export function Choices() {
  return (
    <>
      <Cluster>
        <ChoiceChip type="radio" name="choice" value="1" defaultChecked>
          Chosen
        </ChoiceChip>
        <ChoiceChip type="radio" name="choice" value="2">
          Not chosen
        </ChoiceChip>
        <ChoiceChip type="checkbox" name="choice_3" value="3" disabled>
          Disabled
        </ChoiceChip>
      </Cluster>
      <Cluster>
        <Chip>Tea</Chip>
        <Chip icon={<Icon name="check" size="small" />}>Shared</Chip>
      </Cluster>
      <Tabs
        label="Likes"
        tabs={[
          { href: '#choices', label: 'Received', current: true, badge: <Badge count={3} label="new" /> },
          { href: '#choices', label: 'Given', current: false }
        ]}
      />
    </>
  )
}
