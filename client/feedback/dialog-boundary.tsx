import { Component, type ReactNode } from 'react'
import { useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'

interface BoundaryProps {
  children: ReactNode
  onFailed: () => void
}

/** Around a dialog that belongs to no page: if it can't be loaded, a message says so, and the page stays. `onClose` forgets the dialog. */
export function DialogBoundary({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useT()
  return (
    <Boundary
      onFailed={() => {
        showToast({ text: t('error.unavailable'), tone: 'danger' })
        onClose()
      }}
    >
      {children}
    </Boundary>
  )
}

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailed()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
