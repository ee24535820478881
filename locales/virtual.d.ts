declare module 'virtual:texts/*' {
  type Messages = import('../shared/i18n/translator.ts').Messages

  /** What every page says. */
  const common: Messages
  export default common
  /** The rest by part. */
  export const parts: Readonly<Record<string, () => Promise<{ default: Messages }>>>
}
