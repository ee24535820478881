import { DEBITED, type SandboxPayment, type SandboxPayments } from './payments.ts'
import type { Report } from './reports.ts'

/** The banks behind the sandbox, each of which takes `lateAfter` ms for each step; with null nothing comes by itself. */
export function createBanks(known: SandboxPayments, report: Report, lateAfter: number | null, wait: (ms: number) => Promise<void>) {
  /** Pays or refuses what is waiting for a bank. */
  async function settle(payment: SandboxPayment, good: boolean): Promise<void> {
    if (lateAfter === null || payment.status !== 'pending') return
    await wait(lateAfter)
    report(payment, known.settle(payment, good))
  }

  return {
    settle,
    /** Collects from an account. The bank may take it back after that. */
    async collect(payment: SandboxPayment, iban: string): Promise<void> {
      await settle(payment, iban !== DEBITED.refused)
      if (lateAfter === null || iban !== DEBITED.taken_back) return
      await wait(lateAfter)
      report(payment, known.chargeBack(payment))
    }
  }
}

export type Banks = ReturnType<typeof createBanks>
