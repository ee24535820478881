import { useState } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { useSignupsOpen } from '../site/signup-way.ts'
import { CheckMail } from '../signup/check-mail.tsx'
import { InviteOnly } from '../signup/invite-only.tsx'
import { forgetProgress } from '../forms/kept-progress.ts'
import { SIGNUP_PROGRESS } from '../signup/kept.ts'
import { SignupForm } from '../signup/signup-form.tsx'
import { leaveSteps } from '../signup/use-steps.ts'
import { closeSignup, useSignupMember } from '../state/signup-dialog.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Stack } from '../ui/layout.tsx'
import styles from './signup-dialog.module.css'

/**
 * Signing up in a dialog over the current page. Once something is filled in, neither backdrop nor Esc closes it: a visible Cancel asks first, so that
 * there is always a way out.
 */
export default function SignupDialog() {
  const t = useT()
  const { tenant } = useSite()
  const open = useSignupsOpen()
  const member = useSignupMember()
  const [step, setStep] = useState<'untouched' | 'typing' | 'asking' | 'sent'>('untouched')
  const done = () => {
    leaveSteps()
    setStep('sent')
  }
  const cancel = () => {
    forgetProgress(SIGNUP_PROGRESS)
    leaveSteps()
    closeSignup()
  }
  const inProgress = step === 'typing' || step === 'asking'

  return (
    <>
      <Dialog
        open
        onClose={closeSignup}
        closable={!inProgress}
        title={t('signup.modal_title', { site: tenant.name })}
        closeLabel={t('form.close')}
        data-testid="signup-modal"
      >
        {!open ? (
          <InviteOnly level={3} />
        ) : step === 'sent' ? (
          <CheckMail level={3} />
        ) : (
          <Stack gap={4}>
            {!inProgress && <p className={styles.lead}>{t('signup.modal_text')}</p>}
            <SignupForm level={3} {...(member ? { member } : {})} onTyping={() => setStep('typing')} onDone={done} />
            {inProgress && (
              <Button variant="quiet" wide onClick={() => setStep('asking')}>
                {t('form.cancel')}
              </Button>
            )}
          </Stack>
        )}
      </Dialog>
      <Dialog
        open={step === 'asking'}
        onClose={() => setStep('typing')}
        size="small"
        title={t('signup.cancel_title')}
        closeLabel={t('form.close')}
        actions={
          <>
            <Button onClick={() => setStep('typing')}>{t('signup.cancel_no')}</Button>
            <Button variant="secondary" onClick={cancel}>
              {t('signup.cancel_yes')}
            </Button>
          </>
        }
      >
        <p>{t('signup.cancel_text')}</p>
      </Dialog>
    </>
  )
}
