import { type KeyboardEvent, useRef, useState } from 'react'
import { INTIMATE_AUDIENCES, MOST_INTERESTS, type IntimateAudience } from '../../shared/rules/interests.ts'
import { groupOf, INTEREST_GROUPS, type Interest } from '../../shared/tenants/interests.ts'
import { fold } from '../../shared/text/fold.ts'
import { InterestIcon } from '../members/interest-icon.tsx'
import { useMessage, useT } from '../site/site.tsx'
import { ChoiceChip } from '../ui/chip.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Cluster } from '../ui/layout.tsx'
import { TextField } from '../ui/text-field.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './interest-picker.module.css'

interface InterestPickerProps {
  offered: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: Interest[]) => void
  /** Who may see the intimate ones; absent where the choice isn't shown to others. */
  audience?: { value: IntimateAudience; onChange: (audience: IntimateAudience) => void }
  /** Names of the fields in a form that is sent without a script. */
  names?: { interests: string; audience?: string }
  invalid: true | undefined
}

/** At most ten interests, in groups, with a search; the intimate ones are folded away and have an audience of their own. */
export function InterestPicker({ offered, chosen, onChange, audience, names, invalid }: InterestPickerProps) {
  const t = useT()
  const message = useMessage()
  const [wanted, setWanted] = useState('')
  const [unfolded, setUnfolded] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const searching = wanted.trim() !== ''
  const found = new Set(offered.filter((interest) => fold(message(`interest.${interest}`)).includes(fold(wanted.trim()))))
  const full = chosen.length >= MOST_INTERESTS

  /** Enter moves from the search to its results, and never presses the form's button. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && wanted !== '') setWanted('')
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    box.current?.querySelector<HTMLInputElement>('li:not([hidden]) input:not(:disabled)')?.focus()
  }

  const chips = (interests: readonly Interest[]) => (
    <Cluster as="ul" gap={2}>
      {interests.map((interest) => {
        const on = chosen.includes(interest)
        return (
          <li key={interest} hidden={!found.has(interest)}>
            <ChoiceChip
              name={names?.interests}
              value={interest}
              checked={on}
              disabled={full && !on}
              aria-invalid={invalid}
              icon={<InterestIcon interest={interest} />}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...(chosen as Interest[]), interest] : (chosen as Interest[]).filter((one) => one !== interest))
              }
            >
              {message(`interest.${interest}`)}
            </ChoiceChip>
          </li>
        )
      })}
    </Cluster>
  )

  const groups = INTEREST_GROUPS.map((group) => {
    const interests = (offered as Interest[]).filter((interest) => groupOf(interest) === group)
    return { group, interests, shown: interests.some((interest) => found.has(interest)) }
  }).filter(({ interests }) => interests.length > 0)

  return (
    <div ref={box} className={styles.picker}>
      <div className={`${styles.search} needs-script`}>
        <TextField
          type="search"
          icon="search"
          label={t('interests.search')}
          labelHidden
          placeholder={t('interests.search')}
          autoComplete="off"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={styles.count} role="status">
        {t('interests.count', { count: chosen.length, most: MOST_INTERESTS })}
        {full && ` · ${t('interests.full')}`}
      </p>
      <p className={searching && found.size === 0 ? styles.none : 'visually-hidden'} role="status">
        {searching && t('interests.found', { count: found.size })}
      </p>
      {groups.map(({ group, interests, shown }) =>
        group === 'intimate' ? (
          <details key={group} className={styles.folded} open={unfolded || (searching && shown)} hidden={!shown}>
            <summary
              className={styles.summary}
              onClick={(event) => {
                event.preventDefault()
                setUnfolded(!unfolded)
              }}
            >
              <span className={styles.title}>{message(`interests.group.${group}`)}</span>
              <ChosenIn interests={interests} chosen={chosen} />
              <Icon name="chevron-down" className={styles.arrow} />
            </summary>
            <div className={styles.inside}>
              {chips(interests)}
              {audience && (
                <FieldGroup label={t('interests.audience')} help={t('interests.audience_help')}>
                  {() => (
                    <Cluster gap={2}>
                      {INTIMATE_AUDIENCES.map((one) => (
                        <ChoiceChip
                          key={one}
                          type="radio"
                          name={names?.audience ?? 'intimate-audience'}
                          value={one}
                          checked={audience.value === one}
                          onChange={() => audience.onChange(one)}
                        >
                          {message(`interests.audience.${one}`)}
                        </ChoiceChip>
                      ))}
                    </Cluster>
                  )}
                </FieldGroup>
              )}
            </div>
          </details>
        ) : (
          <fieldset key={group} className={styles.group} hidden={!shown}>
            <legend className={styles.title}>{message(`interests.group.${group}`)}</legend>
            {chips(interests)}
          </fieldset>
        )
      )}
    </div>
  )
}

/** How many interests of a folded group are chosen. */
function ChosenIn({ interests, chosen }: { interests: readonly string[]; chosen: readonly string[] }) {
  const t = useT()
  const count = interests.filter((interest) => chosen.includes(interest)).length
  if (count === 0) return null
  return (
    <span className={styles.chosen}>
      {count} <VisuallyHidden>{t('interests.chosen')}</VisuallyHidden>
    </span>
  )
}
