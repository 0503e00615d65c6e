/** The texts that sets are made of. */
export interface Texts {
  easyList: string
  easyPrivacy: string
  cookieNotices: string
  /** What none of the lists brought has. */
  ownBanners: string
}

export type Brought = Exclude<keyof Texts, 'ownBanners'>

const MINING = /easyprivacy_trackingservers_mining\.txt \*\*\*\n(.*?)\n! \*\*\*/s
const MINING_FILES = /^\/\S*(?:miner|coin-?hive|coinimp)\S*$/gim

/** The sets of filters, and which texts they are made of. */
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
  /** The hosts of coin miners, and the names that their files have elsewhere. */
  miners: {
    sources: ['easyPrivacy'],
    text: ({ easyPrivacy }: Texts) =>
      [MINING.exec(easyPrivacy)![1], ...easyPrivacy.match(MINING_FILES)!].join('\n'),
  },
} as const satisfies Record<string, { sources: Brought[]; text: (texts: Texts) => string }>

export type SetName = keyof typeof sets
