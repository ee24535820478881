import { spawn } from 'node:child_process'

/**
 * Runs a command as on a terminal (util-linux `script` makes one) and answers its questions: each answer is typed when its
 * question has been asked. Resolves with the exit code and everything that stood on the screen.
 */
export function onTerminal(
  command: readonly string[],
  answers: readonly (readonly [question: string, typed: string])[],
  options: { env: NodeJS.ProcessEnv; cwd: string }
): Promise<{ status: number | null; screen: string }> {
  const line = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], options)
  const waiting = [...answers]
  let screen = ''
  let answered = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    const next = waiting[0]
    if (!next || !screen.slice(answered).includes(next[0])) return
    answered = screen.length
    waiting.shift()
    child.stdin.write(next[1])
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, screen: screen.replaceAll('\r', '') }))
  })
}
