/** A kind of page that asks visitors to prove that they are human, by the service behind it. */
export interface Challenge {
  name: string
  isCloudflare?: true
  /** CSS selectors; at least one of them matches on such a page. */
  marks: string[]
  /** Titles of such pages, in lower case. */
  titles?: string[]
  /**
   * Set when forms of ordinary pages contain it as well: it is a challenge only when it is visible and the page has
   * little else.
   */
  isWidget?: true
}

/** Known challenges, recognised by the hosts of their frames and scripts and by names in their markup. */
export const challenges: Challenge[] = [
  {
    name: 'Cloudflare',
    isCloudflare: true,
    marks: [
      '#challenge-form',
      '#challenge-running',
      '#challenge-stage',
      '#cf-challenge-running',
      'script[src*="/cdn-cgi/challenge-platform/"][src*="orchestrate"]',
    ],
    titles: ['just a moment...', 'attention required! | cloudflare'],
  },
  {
    name: 'Turnstile',
    isCloudflare: true,
    isWidget: true,
    marks: ['.cf-turnstile', 'iframe[src*="challenges.cloudflare.com"]'],
  },
  { name: 'DataDome', marks: ['iframe[src*="captcha-delivery.com"]', 'script[src*="captcha-delivery.com"]'] },
  { name: 'HUMAN', marks: ['#px-captcha', '.px-captcha-container', 'iframe[src*="px-cloud.net"]'] },
  {
    name: 'AWS WAF',
    marks: [
      'script[src*=".captcha.awswaf.com"]',
      'awswaf-captcha',
      ':root:has(#challenge-container) script[src*=".token.awswaf.com"]',
    ],
  },
  { name: 'Imperva', marks: ['iframe[src*="_Incapsula_Resource"]', '#main-iframe[src*="Incapsula"]'] },
  { name: 'Akamai', marks: ['#sec-if-cpt-container', '#sec-cpt-if'] },
  {
    name: 'reCAPTCHA',
    isWidget: true,
    // Invisible ones ask for nothing until their frame with pictures is visible.
    marks: [
      '.g-recaptcha:not([data-size=invisible])',
      'iframe[src*="/recaptcha/"][src*="bframe"]',
      'iframe[src*="/recaptcha/"][src*="anchor"]:not([src*="size=invisible"])',
    ],
  },
  { name: 'hCaptcha', isWidget: true, marks: ['.h-captcha', 'iframe[src*="hcaptcha.com"]'] },
  {
    name: 'Arkose',
    isWidget: true,
    marks: ['#FunCaptcha', 'iframe[src*="arkoselabs.com"]', 'iframe[src*="funcaptcha.com"]'],
  },
  { name: 'GeeTest', isWidget: true, marks: ['.geetest_captcha', '.geetest_holder', '.geetest_panel'] },
]
