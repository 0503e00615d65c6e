import { page, type Fixtures } from './fixture.ts'

/** A page that does not scroll under its banner: white, blue below 1000 px; the white part turns green on acceptance. */
const STYLE = `
  body.locked { position: fixed; width: 100%; overflow: hidden }
  #top { height: 1000px; background: #fff } #rest { height: 3000px; background: #00f }
  .accepted #top { background: #0f0 }`
const SCRIPT = `<script>
  function accept() {
    document.cookie = 'consent=accepted'
    document.body.className = 'accepted'
    document.querySelectorAll('[data-consent]').forEach((each) => each.remove())
  }
  document.body.className = 'locked'
</script>`
const BOX =
  'style="position: fixed; z-index: 99; bottom: 0; left: 0; right: 0; height: 200px; background: #f00"'
const SHADE = 'style="position: fixed; z-index: 98; inset: 0; background: #0008"'

/** Returns a button with identifying attributes. */
const accept = (label: string, names = '') => `<button ${names} onclick="accept()">${label}</button>`
const refuse = (label: string, names = '') => `<button ${names}>${label}</button>`
const own = (names: string, text: string, no: string, yes: string) =>
  `<div data-consent ${names} ${BOX}><p>${text}</p>${refuse(no)}${accept(yes)}</div>`
const ENGLISH = '<p>We and our partners use cookies to personalise content. See our privacy policy.</p>'

/** Banners by consent manager, with the ids and classes of the originals. */
const BANNERS: Record<string, string> = {
  onetrust: `<div id="onetrust-consent-sdk" data-consent><div class="onetrust-pc-dark-filter" ${SHADE}></div>
    <div id="onetrust-banner-sdk" role="alertdialog" ${BOX}>${ENGLISH}${refuse('Reject All', 'id="onetrust-reject-all-handler"')}${accept('Accept All Cookies', 'id="onetrust-accept-btn-handler"')}</div></div>`,
  cookiebot: `<div id="CybotCookiebotDialog" data-consent ${BOX}>${ENGLISH}${refuse('Deny', 'id="CybotCookiebotDialogBodyButtonDecline"')}${accept('Allow all', 'id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll"')}</div>
    <div id="CybotCookiebotDialogBodyUnderlay" data-consent ${SHADE}></div>`,
  didomi: `<div id="didomi-host" data-consent><div id="didomi-popup" class="didomi-popup-backdrop" ${BOX}>${ENGLISH}${refuse('Disagree and close', 'id="didomi-notice-disagree-button"')}${accept('Agree and close', 'id="didomi-notice-agree-button"')}</div></div>`,
  usercentrics: `<div id="usercentrics-root" data-consent><template shadowrootmode="open">
    <div data-testid="uc-default-wall" ${BOX}>${ENGLISH}${refuse('Deny', 'data-testid="uc-deny-all-button"')}${accept('Accept All', 'data-testid="uc-accept-all-button"')}</div></template></div>`,
  quantcast: `<div class="qc-cmp2-container" id="qc-cmp2-container" data-consent><div id="qc-cmp2-ui" ${BOX}>${ENGLISH}<div class="qc-cmp2-summary-buttons">${refuse('DISAGREE', 'mode="secondary"')}${accept('AGREE', 'mode="primary"')}</div></div></div>`,
  trustarc: `<div id="truste-consent-track" data-consent ${BOX}><div id="truste-consent-text">${ENGLISH}</div>${refuse('Required only', 'id="truste-consent-required"')}${accept('Accept all', 'id="truste-consent-button"')}</div>`,
  sourcepoint: `<div id="sp_message_container_1" data-consent ${BOX}><iframe id="sp_message_iframe_1" style="border: 0" srcdoc='
    ${ENGLISH}<button class="message-component sp_choice_type_11" onclick="parent.accept()">Accept all</button>'></iframe></div>`,
  osano: `<div class="osano-cm-window" data-consent><div class="osano-cm-dialog osano-cm-dialog--type_bar" role="dialog" ${BOX}>${ENGLISH}${refuse('Deny', 'class="osano-cm-denyAll"')}${accept('Accept', 'class="osano-cm-accept-all"')}</div></div>`,
  complianz: `<div id="cmplz-cookiebanner-container" data-consent><div class="cmplz-cookiebanner cmplz-show" role="dialog" ${BOX}>${ENGLISH}${refuse('Deny', 'class="cmplz-btn cmplz-deny"')}${accept('Accept', 'class="cmplz-btn cmplz-accept"')}</div></div>`,
  cookieyes: `<div class="cky-overlay" data-consent ${SHADE}></div><div class="cky-consent-container" data-consent ${BOX}><div class="cky-consent-bar">${ENGLISH}${refuse('Reject All', 'class="cky-btn cky-btn-reject"')}${accept('Accept All', 'class="cky-btn cky-btn-accept"')}</div></div>`,
  klaro: `<div id="klaro" class="klaro" data-consent><div class="cookie-notice" ${BOX}>${ENGLISH}${refuse('I decline', 'class="cm-btn cn-decline"')}${accept('That is ok', 'class="cm-btn cm-btn-success"')}</div></div>`,
  'own-english': own('class="cookie-banner"', 'We use cookies.', 'Reject all', 'Accept all'),
  'own-german': own('id="cookie-hinweis"', 'Wir verwenden Cookies.', 'Ablehnen', 'Alle akzeptieren'),
  'own-french': own('class="bandeau-cookies"', 'Nous utilisons des cookies.', 'Refuser', 'Tout accepter'),
  'own-spanish': own('class="aviso-cookies"', 'Usamos cookies.', 'Rechazar', 'Aceptar todo'),
}

/** Pages with a consent banner, red at the bottom of the viewport. */
export const consentPages: Fixtures = Object.fromEntries(
  Object.entries(BANNERS).map(([maker, banner]) => [
    `/consent/${maker}`,
    {
      title: `A consent banner (${maker}), 200 px of red, over a page that does not scroll`,
      body: page(STYLE, `<div id="top"></div><div id="rest"></div>${SCRIPT}${banner}`),
    },
  ]),
)
