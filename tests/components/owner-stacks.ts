import * as React from 'react'

/**
 * React's development build takes a stack trace for each element that is made, up to ten thousand a second, for its developer tools; here that would
 * be half of the processor's work. It has no switch for this, so its count says that there have been that many. Warnings stay as they are.
 */
export function withoutOwnerStacks(): void {
  // oxlint-disable-next-line no-underscore-dangle -- its own name
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<string, object>
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => Infinity, set: () => {} })
}
