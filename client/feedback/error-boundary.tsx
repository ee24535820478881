import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** What replaces the children once they have thrown. */
  shown: (error: unknown) => ReactNode
  onCaught?: () => void
}

/** Catches what its children throw while they render: what is around them stays. */
export class ErrorBoundary extends Component<Props, { caught: { error: unknown } | null }> {
  override state = { caught: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(): void {
    this.props.onCaught?.()
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.shown(caught.error) : this.props.children
  }
}
