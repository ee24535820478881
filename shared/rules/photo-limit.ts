/**
 * Photos a member may have: free members 3, premium members 25. Those that wait or were refused count too. Nothing is deleted
 * when premium ends: others see none beyond the first 3 until it is back or the order is another one.
 */
export function photoLimit({ paid }: { paid: boolean }): number {
  return paid ? 25 : 3
}
