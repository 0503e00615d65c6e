import { stage } from '../../stage.ts'

/** A bad certificate is a reason not to load the page, instead of none. */
export const checkCertificates = stage({
  name: 'check-certificates',
  phase: 'context',
  owns: ['show_certificate_errors'],
  run({ contextOptions }, { show_certificate_errors }) {
    if (show_certificate_errors) contextOptions.ignoreHTTPSErrors = false
  },
})
