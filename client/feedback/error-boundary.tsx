import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface State {
  failed: boolean
  error: unknown
}

/** Catches what a page throws while it renders: the frame stays, and the error page replaces the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override render() {
    return this.state.failed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
