/** Selects what is in comments, in reviews of a product, and beside the text of a page. */
export const BESIDE =
  '[class*="comment" i] *, [id*="comment" i] *, [itemprop~="review" i] *, nav *, footer:not(article footer) *, aside *'
