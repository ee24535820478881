import styles from './step-progress.module.css'

/** How far a form of several steps is, shown visually; each step also says it in words. Without a script all steps are shown, and no progress. */
export function StepProgress({ step, steps }: { step: number; steps: number }) {
  return <progress className={`${styles.progress} needs-script`} value={step} max={steps} aria-hidden="true" />
}
