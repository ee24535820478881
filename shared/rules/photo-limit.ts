/**
 * Photos a member may have: free members 3, premium members 25. Waiting and refused ones count too. Nothing is deleted when premium ends: others only
 * see the first 3 until it is back, and reordering changes which those are.
 */
export function photoLimit({ paid }: { paid: boolean }): number {
  return paid ? 25 : 3
}
