/** Whether one of the codes or classes, such as `404` and `5xx`, is that of a status. */
export function matchesStatus(codes: readonly string[] | undefined, status: number): boolean {
  return codes?.some((code) => code === `${status}` || code === `${Math.floor(status / 100)}xx`) ?? false
}
