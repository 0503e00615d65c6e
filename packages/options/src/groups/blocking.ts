import { flag, list } from '../kinds/index.ts'

/** Requests of the page that are not made. */
export const blocking = {
  block_ads: flag('Make no requests to known networks of advertisers.'),
  block_urls: list(
    'Not to ask: hosts with those below them, or addresses, which hold a slash; * stands for anything.',
    {
      isSplit: true,
      maxItems: 500,
      maxBytes: 2048,
    },
  ),
  block_url_keywords: list('Words; no address that holds one of them is asked.', {
    isSplit: true,
    maxItems: 500,
    maxBytes: 256,
  }),
  block_images: flag('Load no pictures.'),
  block_fonts: flag('Load no fonts.'),
  block_medias: flag('Load no audio and video.'),
  block_styles: flag('Load no style sheets.'),
  block_scripts: flag('Load no script files; scripts in the markup still run.'),
  block_frames: flag('Leave frames empty.'),
  block_fetch: flag('Let fetch() fail.'),
  block_xhr: flag('Let XMLHttpRequest fail.'),
  block_sockets: flag('Open no WebSocket.'),
  block_manifests: flag('Load no web app manifests.'),
  block_pings: flag('Send no beacons and reports.'),
  block_other: flag('Make no requests of any remaining kind.'),
  block_data_urls: flag('Load nothing from data: addresses.'),
  block_injections: flag('Make no requests to other sites that scripts of the page add.'),
  allow_coin: flag('Let the page reach hosts that are known to mine coins.'),
}
