import { delimiter, dirname } from 'node:path'

/** The environment for programs of our packages: they look for `node` on the PATH, and the system's may be too old for them. */
export function withOurNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter) }
}
