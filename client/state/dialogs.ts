import { create } from 'zustand'

interface Dialogs {
  /** A visitor tapped something that needs an account: the sign-up modal is open. */
  signup: boolean
  /** Public id of the member they wanted to like or write to. */
  member: string | null
}

const useDialogs = create<Dialogs>(() => ({ signup: false, member: null }))

/** Opens the sign-up modal; layouts with one show it (docs/requirements.tsv). `member`: whose profile opened it. */
export function openSignup(member: string | null = null): void {
  useDialogs.setState({ signup: true, member })
}

export function closeSignup(): void {
  useDialogs.setState({ signup: false, member: null })
}

export function useSignupOpen(): boolean {
  return useDialogs((dialogs) => dialogs.signup)
}

export function useSignupMember(): string | null {
  return useDialogs((dialogs) => dialogs.member)
}
