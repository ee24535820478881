import type { ReactNode } from 'react'
import { Content, Frame } from '../frame.tsx'
import { SignupDialog } from '../signup-dialog-later.tsx'

/** Nothing around the page but the sign-up dialog. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <Frame layout="empty">
      <Content>{children}</Content>
      <SignupDialog />
    </Frame>
  )
}
