import { run } from './run.mjs'

/**
 * Ends the setup where something is set wrong: half a minute of building would hide what has to be changed. The program that looks is TypeScript and
 * reads the settings by the same schema as the commands themselves.
 * @param node the Node that runs it
 */
export function ensureSettings(node) {
  if (!run(node, ['bin/check-settings.ts'])) throw new Error()
}
