import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel's clock in a second. */
const TICKS = 100

/** Processor time in seconds that a process and its children have used, including ended ones; only on Linux. */
export function processorTime(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    if (name === String(pid)) ticks += sum(fields.slice(11, 15))
    else if (fields[1] === String(pid)) ticks += sum(fields.slice(11, 13))
  }
  return ticks / TICKS
}

/** Fields of `/proc/<pid>/stat` behind the name: state, parent …, own and children's time in user and system mode. */
function statOf(name: string): string[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It ended meanwhile.
    return []
  }
}

const sum = (ticks: readonly string[]) => ticks.reduce((total, one) => total + Number(one), 0)
