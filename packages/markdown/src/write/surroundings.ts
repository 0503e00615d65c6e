/** Where blocks are written. */
export interface Surroundings {
  /** Levels of lists around them. */
  depth: number
  /** Columns of the mark of the item around them; 0 outside of lists. */
  markWidth: number
  /** True in lists whose items follow each other without empty lines. */
  isTight: boolean
}
