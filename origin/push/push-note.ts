import type { PushKind } from '../../shared/rules/news.ts'
import type { Translator } from '../../shared/i18n/translator.ts'

/** What is pushed, and shown by client/push/sw-push.js. */
export interface PushNote {
  title: string
  body: string
  kind: PushKind
  /** Page that opens on tap. */
  path: string
  lang: string
  /** Everything unseen, for the icon of an installed app. */
  badge: number
}

/**
 * The note in the member's language. It shows on locked screens: no names, no message text, and of the site only the name it sends mails under.
 */
export function writeNote(
  translator: Translator,
  { sender, kind, path, badge }: { sender: string; kind: PushKind; path: string; badge: number }
): PushNote {
  return { title: sender, body: translator.t(`push.${kind}`), kind, path, lang: translator.locale, badge }
}
