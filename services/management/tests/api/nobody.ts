/** Unknown ids for the path parameters other than the organisation. */
export const NOBODY = {
  project: 'proj_nobody',
  key: 'key_nobody',
  report: 'rpt_nobody',
  render: 'x',
  delivery: 'x',
  member: 'mem_nobody',
  invitation: 'ver_nobody',
  session: 'ses_nobody',
  credential: 'llm_nobody',
  pool: 'pool_nobody',
}
