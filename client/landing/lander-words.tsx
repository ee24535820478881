import { cx } from '../ui/props.ts'
import { JoinCall } from './join-call.tsx'
import styles from './lander-words.module.css'

interface LanderWordsProps {
  heading: string
  lead: string
  /** Larger letters on wide screens, where the words have room to stand alone. */
  large?: boolean
  /** The lead is less prominent beside a picture that says more. */
  muted?: boolean
}

/** What a lander says: its heading, one sentence, and the call to sign up. */
export function LanderWords({ heading, lead, large, muted }: LanderWordsProps) {
  return (
    <>
      <h1 className={cx(styles.heading, large && styles.large)}>{heading}</h1>
      <p className={cx(styles.lead, muted && styles.muted)}>{lead}</p>
      <JoinCall />
    </>
  )
}
