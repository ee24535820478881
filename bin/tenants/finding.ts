import type { Answer } from './ask.ts'

/** A running site that has answered. */
export interface Site {
  /** Where the redirects end. */
  url: URL
  page: Answer
  local: boolean
}

/** The result of one check of a running site. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** What to do; empty if nothing. */
  fix: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, fix: '' })
export const warn = (check: string, found: string, fix: string): Finding => ({ check, state: 'warn', found, fix })
export const fail = (check: string, found: string, fix: string): Finding => ({ check, state: 'fail', found, fix })
