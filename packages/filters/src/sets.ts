/** The texts that the sets are compiled from. */
export interface Texts {
  easyList: string
  easyPrivacy: string
  cookieNotices: string
  /** Our own rules, which the downloaded lists lack. */
  ownBanners: string
}

export type Downloaded = Exclude<keyof Texts, 'ownBanners'>

const MINING = /easyprivacy_trackingservers_mining\.txt \*\*\*\n(.*?)\n! \*\*\*/s
const MINING_FILES = /^\/\S*(?:miner|coin-?hive|coinimp)\S*$/gim

/** The sets of filters and the texts that they are compiled from. */
export const sets = {
  /** Advertisers and trackers. */
  ads: {
    sources: ['easyList', 'easyPrivacy'],
    text: ({ easyList, easyPrivacy }: Texts) => `${easyList}\n${easyPrivacy}`,
  },
  'cookie-banners': {
    sources: ['cookieNotices'],
    text: ({ cookieNotices, ownBanners }: Texts) => `${cookieNotices}\n${ownBanners}`,
  },
  /** Hosts of coin miners, and file names of miners on other hosts. */
  miners: {
    sources: ['easyPrivacy'],
    text: ({ easyPrivacy }: Texts) =>
      [MINING.exec(easyPrivacy)![1], ...easyPrivacy.match(MINING_FILES)!].join('\n'),
  },
} as const satisfies Record<string, { sources: Downloaded[]; text: (texts: Texts) => string }>

export type SetName = keyof typeof sets
