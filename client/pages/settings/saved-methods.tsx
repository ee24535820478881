import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { Link } from '../../router/link.tsx'
import { RemoveCard } from '../../shop/remove-card.tsx'
import { useT } from '../../site/site.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'

/** The saved card and the mandate, each with a way to remove it; renders nothing if there are none. */
export function SavedMethods() {
  const t = useT()
  const { data } = useQuery(queryOf('getSavedMethods'))
  if (!data?.stored_card && !data?.mandate) return null
  const { stored_card: card, mandate } = data
  return (
    <Section title={t('saved-method.heading')} lead={t('saved-method.lead')}>
      <ul className={styles.rows}>
        {card && (
          <li className={styles.saved}>
            <bdi>{card.label}</bdi>
            <RemoveCard id={card.id} />
          </li>
        )}
        {mandate && (
          <li className={styles.saved}>
            {t('saved-method.mandate', mandate)}
            <Link to="directdebit">{t('saved-method.change_mandate')}</Link>
          </li>
        )}
      </ul>
    </Section>
  )
}
