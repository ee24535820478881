import { run } from './run.mjs'

/**
 * Ends the setup if a setting is wrong: half a minute of building would bury the message. The checking program is TypeScript and reads the settings
 * with the same schema as the commands themselves.
 * @param node the Node that runs it
 */
export function ensureSettings(node) {
  if (!run(node, ['bin/check-settings.ts'])) throw new Error()
}
