import { MOST_PROMPTS, PROMPT_LENGTH, PROMPTS, type AnsweredPrompt, type Prompt } from '../../shared/rules/prompts.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { SectionCard } from '../ui/section-card.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import type { PartProps } from './part-props.ts'

/** Prompts to answer: the ones chosen, and a list for one more. */
export default function Prompts({ value: { prompts }, change, field }: PartProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  if (tenant.visible_profile_notes.length === 0) return null
  const put = (next: readonly AnsweredPrompt[]) => change({ prompts: [...next] })
  const places = Math.min(prompts.length + 1, MOST_PROMPTS)
  function choose(place: number, chosen: string) {
    const prompt = PROMPTS.find((one) => one === chosen)
    if (prompt) put([...prompts.slice(0, place), { prompt, answer: prompts[place]?.answer ?? '' }, ...prompts.slice(place + 1)])
    else put(prompts.filter((_, index) => index !== place))
  }
  const free = (own: Prompt | undefined) => PROMPTS.filter((one) => one === own || !prompts.some(({ prompt }) => prompt === one))
  return (
    <SectionCard title={t('profile-edit.prompts')} lead={t('profile-edit.prompts_lead', { count: MOST_PROMPTS })}>
      {Array.from({ length: places }, (_, place) => {
        const entry = prompts[place]
        return (
          // Keyed by position: a prompt that is exchanged keeps its field and the focus.
          <div key={place}>
            <SelectField
              {...(place === 0 ? field('prompts') : { id: `prompts-${place}`, error: undefined })}
              name={`prompt-${place}`}
              label={t('profile-edit.prompt', { number: place + 1 })}
              labelHidden
              placeholder={t('profile-edit.prompt_choose')}
              value={entry?.prompt ?? ''}
              options={free(entry?.prompt).map((prompt) => ({ value: prompt, label: message(`prompt.${prompt}`) }))}
              onChange={(event) => choose(place, event.target.value)}
            />
            {entry && (
              <TextAreaField
                {...field(`prompts.${place}.answer`)}
                name={`prompt-${place}-answer`}
                label={message(`prompt.${entry.prompt}`)}
                labelHidden
                value={entry.answer}
                maxLength={PROMPT_LENGTH}
                rows={2}
                dir="auto"
                onChange={(event) => put(prompts.map((one, index) => (index === place ? { ...one, answer: event.target.value } : one)))}
              />
            )}
          </div>
        )
      })}
    </SectionCard>
  )
}
