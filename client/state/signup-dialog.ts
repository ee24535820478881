import { create } from 'zustand'

interface SignupDialog {
  /** A visitor tapped something that needs an account. */
  open: boolean
  /** Public id of the member they wanted to like or write to. */
  member: string | null
}

const useSignupDialog = create<SignupDialog>(() => ({ open: false, member: null }))

/** Opens the sign-up dialog; layouts with one show it (docs/requirements.tsv). `member`: whose profile opened it. */
export function openSignup(member: string | null = null): void {
  useSignupDialog.setState({ open: true, member })
}

export function closeSignup(): void {
  useSignupDialog.setState({ open: false, member: null })
}

export function useSignupOpen(): boolean {
  return useSignupDialog((dialog) => dialog.open)
}

export function useSignupMember(): string | null {
  return useSignupDialog((dialog) => dialog.member)
}
