import { dayAfter, dayBegins, dayIn } from './day.ts'

/**
 * The last moment to withdraw from what was paid at `paidAt`. The law counts whole days, in the brand's time zone and from the one after the payment,
 * and where the last one is a Saturday or a Sunday the next working day ends the period (Regulation (EEC) 1182/71, art. 3). Public holidays do the
 * same by law but not here: they differ by country and region and are announced year by year, so any list of ours would be wrong somewhere, and would
 * silently take a right away. The return policy says that they count and that an email is enough in that case; support refunds with `npm run payments
 * -- refund`. @param days the brand's `refund_days`
 */
export function withdrawalEnd(paidAt: Date, { days, timeZone }: { days: number; timeZone: string }): Date {
  let last = dayIn(timeZone, paidAt)
  for (let count = 0; count < days || isWeekend(last); count++) last = dayAfter(last)
  return new Date(dayBegins(timeZone, dayAfter(last)).getTime() - 1)
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}
