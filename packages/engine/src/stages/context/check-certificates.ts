import { stage } from '../../stage.ts'

/** Refuses to load a page with an invalid certificate; without the option certificates are not checked. */
export const checkCertificates = stage({
  name: 'check-certificates',
  phase: 'context',
  owns: ['show_certificate_errors'],
  run({ contextOptions }, { show_certificate_errors }) {
    if (show_certificate_errors) contextOptions.ignoreHTTPSErrors = false
  },
})
