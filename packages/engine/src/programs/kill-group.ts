/** Kills a process and all of its group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
