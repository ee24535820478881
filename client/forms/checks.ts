import type { GenericSchema } from 'valibot'
import { DeletionForm } from '../../shared/api/account.ts'
import { AppealForm } from '../../shared/api/appeals.ts'
import { ComplaintForm } from '../../shared/api/complaints.ts'
import { CompletionForm } from '../../shared/api/completion.ts'
import { DebitAccountForm, DebitCodeForm } from '../../shared/api/directdebit.ts'
import type { FieldError } from '../../shared/api/errors.ts'
import { ExportForm } from '../../shared/api/export.ts'
import { LinkForm } from '../../shared/api/links.ts'
import { MatchAnswers } from '../../shared/api/match-finder.ts'
import { MailChangeForm } from '../../shared/api/mail-change.ts'
import { PasswordForm, ResetForm, ResetRequestForm } from '../../shared/api/passwords.ts'
import { ProfileChanges } from '../../shared/api/profile.ts'
import { ReportForm } from '../../shared/api/reports.ts'
import { LoginBody } from '../../shared/api/sessions.ts'
import { ResendForm, SignupForm } from '../../shared/api/signup.ts'
import { validate } from '../../shared/api/validate.ts'
import { WithdrawalForm } from '../../shared/api/withdrawals.ts'

/** The body's schema of every form: the one the origin checks with. */
export const SCHEMAS = {
  answerMatchFinder: MatchAnswers,
  appeal: AppealForm,
  changePassword: PasswordForm,
  completeSignup: CompletionForm,
  deleteAccount: DeletionForm,
  fileComplaint: ComplaintForm,
  fileReport: ReportForm,
  login: LoginBody,
  requestMailChange: MailChangeForm,
  requestPasswordReset: ResetRequestForm,
  resendSignup: ResendForm,
  resetPassword: ResetForm,
  signDirectDebit: DebitCodeForm,
  signUp: SignupForm,
  startDirectDebit: DebitAccountForm,
  startExport: ExportForm,
  updateProfile: ProfileChanges,
  useToken: LinkForm,
  withdraw: WithdrawalForm
} satisfies Record<string, GenericSchema>

/**
 * The errors that the origin would find in this body, field by field. The schemas and their library are loaded when someone starts to fill in a form.
 */
export function wrongIn(name: keyof typeof SCHEMAS, body: unknown, params?: Record<string, string | number>): FieldError[] {
  const checked = validate(SCHEMAS[name], body, params)
  return checked.ok ? [] : checked.fields
}
