import type { ComponentType, ReactNode } from 'react'
import { JoinCall } from '../../landing/join-call.tsx'
import { useSite, useT, type MessageKey } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './landers-tinderswipe.module.css'
import { Dance, Fire, Rain, Table, Walk } from './scenes.tsx'

const EVENINGS: readonly { title: MessageKey; Scene: ComponentType }[] = [
  { title: 'landers-tinderswipe.table', Scene: Table },
  { title: 'landers-tinderswipe.walk', Scene: Walk },
  { title: 'landers-tinderswipe.rain', Scene: Rain },
  { title: 'landers-tinderswipe.dance', Scene: Dance },
  { title: 'landers-tinderswipe.fire', Scene: Fire }
]

/**
 * A deck of drawn evenings, without members, names or numbers, and after the last card the way to the sign-up. Radio buttons and the stylesheet do all
 * of it; the small script of visitors adds dragging and arrow keys. Nothing is sent or stored.
 */
export default function TinderswipeLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-tinderswipe">
      <div className={styles.words}>
        <h1 className={styles.headline}>{t('landers-tinderswipe.heading')}</h1>
        <p className={styles.lead}>{t('landers-tinderswipe.lead')}</p>
      </div>
      {/* A form of this kind is never sent. */}
      <form method="dialog" className={styles.deck} data-deck="">
        {EVENINGS.map(({ title, Scene }) => (
          <Card key={title} title={title}>
            <Scene />
          </Card>
        ))}
        <section className={styles.end} aria-labelledby="done">
          <h2 id="done">{t('landers-tinderswipe.done_title')}</h2>
          <p className={styles.lead}>{t('landers-tinderswipe.done_text', { site: tenant.name })}</p>
          <JoinCall />
          <Button type="reset" variant="quiet" icon="retry">
            {t('landers-tinderswipe.again')}
          </Button>
        </section>
      </form>
    </div>
  )
}

function Card({ title, children }: { title: MessageKey; children: ReactNode }) {
  const t = useT()
  return (
    <fieldset className={styles.card} data-card="">
      <legend className="visually-hidden">{t(title)}</legend>
      {children}
      <p className={styles.caption} aria-hidden="true">
        {t(title)}
      </p>
      <div className={styles.choices}>
        <label className={styles.choice}>
          <input type="radio" name={title} value="pass" className={styles.input} />
          <span>
            <Icon name="close" />
            {t('landers-tinderswipe.pass')}
          </span>
        </label>
        <label className={styles.choice} data-like="">
          <input type="radio" name={title} value="like" className={styles.input} />
          <span>
            <Icon name="heart" />
            {t('landers-tinderswipe.like')}
          </span>
        </label>
      </div>
    </fieldset>
  )
}
