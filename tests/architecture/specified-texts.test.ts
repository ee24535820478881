import { expect, test } from 'vitest'
import { readMessages } from '../../locales/read.ts'

/**
 * Sentences that the specification gives word for word, its misspellings included ("adress", "occured"): its checks look for exactly these. Any other
 * English text may be changed. Texts of features that don't exist yet are added with their feature.
 */
const SPECIFIED: readonly (readonly [id: string, key: string, text: string])[] = [
  ['NAV-10', 'nav.premium', 'Get Premium'],
  ['NAV-14', 'nav.profile', 'My profile'],
  ['NAV-14', 'nav.settings', 'Settings'],
  ['NAV-14', 'nav.logout', 'Logout'],
  ['NAV-15', 'nav.login', 'Login'],
  ['VAL-3', 'field.date_of_birth', 'Enter your date of birth ({min_age}+).'],
  ['VAL-5', 'field.email_taken', 'This email address already owns an account on this website.'],
  ['VAL-6', 'field.email_new', 'New email adress is invalid.'],
  ['VAL-7', 'field.password_repeat', 'The entered passwords are not the same.'],
  ['VAL-8', 'field.email', 'Invalid email.'],
  ['VAL-9', 'discount.not_found', 'Code not found'],
  ['VAL-10', 'discount.used', 'Code already used'],
  ['VAL-11', 'field.code_invalid', 'Code invalid'],
  ['ERR-3', 'error.login_failed', 'Login failed, please try again.'],
  ['ERR-4', 'error.login_blocked', 'Too many incorrect attempts, account blocked for {minutes} min.'],
  ['ERR-5', 'field.email_not_found', 'E-mail address not found.'],
  ['ERR-6', 'error.link_expired', 'Link expired or invalid, request a new email.'],
  ['ERR-7', 'error.too_many_reset_mails', 'Too many password reset emails sent, please try again tomorrow.'],
  ['ERR-8', 'field.old_password', 'Please check your old password.'],
  ['ERR-9', 'error.directdebit_blocked', 'Your account is blocked for direct debit payments.'],
  ['ERR-11', 'payment.failed_heading', 'Payment failed or has been cancelled.'],
  ['ERR-12', 'error.internal', 'An error occured, please try again later.'],
  ['ERR-13', 'activate-error.heading', 'Activation failed'],
  ['ERR-14', 'error-page.default', 'Error'],
  ['ERR-15', 'not-found.heading', 'This page could not be found'],
  ['ERR-16', 'not-found.home', 'Back to the home page'],
  ['ERR-18', 'error.not_enough_credits', 'You do not have enough credits.'],
  ['SCR-9', 'entry.title', '18+. Adult content.'],
  ['SCR-9', 'entry.enter', 'Enter'],
  ['SCR-9', 'entry.leave', 'Leave']
]

test.each(SPECIFIED)('[%s] the English text of %s stays letter for letter', (_id, key, text) => {
  expect(readMessages('en')[key]).toBe(text)
})

test('[ERR-19] features for premium members only ask free ones to buy credits', () => {
  expect(readMessages('en')['error.premium_only']).toMatch(/^This is for Premium members\. Buy credits /)
})

test('[CON-18] the page after confirming says that free members can start up to 2 conversations', () => {
  expect(readMessages('en')['activate-done.premium_text']).toMatch(/^Free members can start up to 2 conversations\. /)
})

test('[CON-19] the page after confirming speaks of a higher chance for premium members', () => {
  expect(readMessages('en')['activate-done.premium_claim']).toContain('{percent}% higher chance')
})
