/** Minimum length of a secret in production. */
const SECRET_LENGTH = 32

/** Why production must not start with this secret; empty for a good one. */
export function unsafeSecret(name: string, secret: string, what = 'random characters'): string[] {
  return secret.length < SECRET_LENGTH ? [`${name} is missing or short. Set it to ${SECRET_LENGTH} or more ${what}.`] : []
}

/** The options that an origin's safety in production depends on. */
export interface SafetyOptions {
  edgeSecret: string
  appSecret: string
  mailEventSecret?: string
  smtpUrl?: string
  ageAssurance?: { url: string; secret: string }
}

/** Why an origin must not start in production with these options, one line each. */
export function unsafeOptions({ edgeSecret, appSecret, mailEventSecret, smtpUrl, ageAssurance }: SafetyOptions): string[] {
  const lines = [...unsafeSecret('EDGE_SECRET', edgeSecret), ...unsafeSecret('APP_SECRET', appSecret)]
  if (lines.length === 0 && edgeSecret === appSecret)
    lines.push('EDGE_SECRET and APP_SECRET are the same. The edge must not know APP_SECRET; set another one.')
  if (ageAssurance?.url) lines.push(...unsafeSecret('AGE_ASSURANCE_SECRET', ageAssurance.secret, 'characters agreed with the provider'))
  if (mailEventSecret) lines.push(...unsafeSecret('MAIL_EVENT_SECRET', mailEventSecret, 'characters agreed with the mail service'))
  if (!smtpUrl) lines.push('SMTP_URL is missing. Set it to the mail server, such as smtps://user:password@mail.example.')
  return lines
}
