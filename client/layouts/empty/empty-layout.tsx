import type { ReactNode } from 'react'
import { Content, Frame } from '../frame.tsx'
import { SignupModal } from '../signup-modal.tsx'

/** Nothing around the page but the sign-up modal. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <Frame layout="empty">
      <Content>{children}</Content>
      <SignupModal />
    </Frame>
  )
}
