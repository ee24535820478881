/** Photos a member may have: free members 3, premium members 25. Those that wait or were refused count too. */
export function photoLimit({ paid }: { paid: boolean }): number {
  return paid ? 25 : 3
}
