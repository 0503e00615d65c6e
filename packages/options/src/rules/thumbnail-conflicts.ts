import { thumbnailFault, thumbnailLikeSlice, thumbnailTwins } from '../values/thumbnail-names.ts'
import type { Conflict } from './conflict.ts'

export const thumbnailConflicts: Conflict[] = [
  {
    name: 'thumbnail without a size',
    options: ['thumbnails'],
    find: ({ thumbnails = [] }) => thumbnailFault(thumbnails),
  },
  {
    name: 'thumbnails with the same suffix',
    options: ['thumbnails'],
    code: 'DuplicateThumbnailSuffixError',
    find({ thumbnails = [] }) {
      const twins = thumbnailTwins(thumbnails, 'suffix')
      return (
        twins &&
        `"thumbnails[${twins.at}].suffix" is "${twins.name}", as in another thumbnail: every suffix must be unique.`
      )
    },
  },
  {
    name: 'thumbnail with the suffix of a slice',
    options: ['thumbnails', 'full_page_slices'],
    code: 'DuplicateThumbnailSuffixError',
    find({ thumbnails = [], full_page_slices }) {
      const like = full_page_slices ? thumbnailLikeSlice(thumbnails) : undefined
      return (
        like &&
        `"thumbnails[${like.at}].suffix" is "${like.name}", the suffix of a slice: it must be another one.`
      )
    },
  },
  {
    name: 'thumbnails_object with duplicate keys',
    options: ['thumbnails_object', 'thumbnails'],
    find({ thumbnails = [], thumbnails_object }) {
      const twins = thumbnails_object ? thumbnailTwins(thumbnails, 'key') : undefined
      return (
        twins &&
        `"thumbnails_object" needs unique keys: "thumbnails[${twins.at}].key" is "${twins.name}", as in another thumbnail.`
      )
    },
  },
]
