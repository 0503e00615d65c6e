import { flag, list } from '../../kinds/index.ts'

/** Options that block requests of the page. */
export const blocking = {
  block_ads: flag('Block requests to known ad networks.'),
  block_urls: list(
    'Hosts (with their subdomains) or addresses (with a slash) to block; * matches anything.',
    {
      isSplit: true,
      maxItems: 500,
      maxBytes: 2048,
      isPrivate: true,
    },
  ),
  block_url_keywords: list('Block addresses that contain one of these words.', {
    isSplit: true,
    maxItems: 500,
    maxBytes: 256,
    isPrivate: true,
  }),
  block_images: flag('Block images.'),
  block_fonts: flag('Block fonts.'),
  block_medias: flag('Block audio and video.'),
  block_styles: flag('Block style sheets.'),
  block_scripts: flag('Block script files; inline scripts still run.'),
  block_frames: flag('Block the content of frames.'),
  block_fetch: flag('Block fetch() requests.'),
  block_xhr: flag('Block XMLHttpRequest requests.'),
  block_sockets: flag('Block WebSocket connections.'),
  block_manifests: flag('Block web app manifests.'),
  block_pings: flag('Block beacons and reports.'),
  block_other: flag('Block requests of all other kinds.'),
  block_data_urls: flag('Block data: addresses.'),
  block_injections: flag('Block requests to other sites that scripts of the page add.'),
  allow_coin: flag('Allow requests to known coin mining hosts.'),
}
