// What sites write above and between the parts of an article, in the languages that most pages are in.

/** Headings of parts that lead to other pages. */
export const ELSEWHERE = phrase([
  'related(?: \\w+){0,3}|more (?:from|on|in|about|like|stories|news|articles|posts|reading)(?: .{0,60})?|you (?:might|may)(?: also)? (?:like|enjoy|be interested in)|people also (?:read|ask)|read (?:more|next|also)(?: .{0,40})?|also read|recommended(?: \\w+){0,3}|recommendations|what to read next|up next|keep reading|continue reading|most (?:read|popular|viewed|shared)(?: \\w+)?|trending(?: \\w+){0,2}|popular(?: \\w+)?|latest(?: \\w+){0,2}|recent (?:posts|articles|stories|comments)|top stories|editor.?s.? picks?|in case you missed it|other (?:stories|articles|posts)|previous(?: post| article)?|next(?: post| article)?|discover more|explore more|don.?t miss|featured(?: \\w+)?',
  'ähnliche (?:artikel|beiträge|themen)|mehr (?:zum thema|aus|von|über|artikel)(?: .{0,40})?|das könnte (?:sie|dich)(?: auch)? interessieren|lesen sie (?:auch|mehr)|lesen sie dazu auch|weitere (?:artikel|beiträge|themen|nachrichten|meldungen)|meistgelesen|empfehlungen|auch interessant|verwandte (?:artikel|themen|beiträge)',
  'articles? (?:liés?|similaires?|associés?|connexes?)|à lire aussi|a lire aussi|lire aussi|sur le même sujet|les plus lus|voir aussi aussi|vous aimerez aussi|dans la même rubrique|plus d.articles|à découvrir',
  'art[ií]culos relacionados|noticias relacionadas|te puede interesar|también te puede interesar|lo más le[ií]do|lee también|leer más|más noticias|más sobre(?: .{0,40})?|artigos relacionados|not[ií]cias relacionadas|leia (?:também|mais)|veja também|mais lidas|você também pode gostar|recomendad[oa]s',
  'articoli correlati|leggi anche|potrebbe interessarti(?: anche)?|i più letti|gerelateerde artikelen|lees ook|meer over(?: .{0,40})?|meest gelezen|läs också|läs mer|relaterade artiklar|läs även|les også|læs også|powiązane artykuły|czytaj także|zobacz także|čtěte také|související články|souvisejici clanky|ilgili haberler|bunlar da ilginizi çekebilir',
  'читайте также|похожие (?:статьи|записи|материалы)|по теме|материалы по теме|ещё по теме|популярное|рекомендуем|читайте також',
  '関連記事|関連リンク|あわせて読みたい|おすすめ記事|おすすめ|人気記事|人気の記事|最新記事|新着記事|こちらもおすすめ|ランキング|相关(?:阅读|文章|新闻|推荐)|延伸阅读|推荐阅读|热门文章|猜你喜欢|更多(?:新闻|文章)?|相關(?:文章|新聞)|延伸閱讀|推薦閱讀|관련 ?(?:기사|글|뉴스)|추천 ?기사|인기 ?기사|많이 본 뉴스',
  'مقالات ذات صلة|اقرأ أيضا|اقرأ أيضًا|مواضيع ذات صلة|الأكثر قراءة|संबंधित (?:खबरें|लेख)|ये भी पढ़ें|यह भी पढ़ें|bài viết liên quan|tin liên quan|artikel terkait|baca juga|berita terkait|سایر مطالب|مطالب مرتبط|כתבות נוספות',
])

/** Headings of parts where readers answer. */
export const ANSWERS = phrase([
  '(?:\\d+|all|view|show|add|reader|your|leave|post|write|join)?(?: an?| the| \\d+)? ?(?:comments?|repl(?:y|ies)|responses?|discussions?|conversations?|thoughts on .{1,80})(?: ?[(\\[]?\\d+[)\\]]?| on .{1,80}| closed)?|leave a (?:reply|comment)|join the (?:conversation|discussion)|comments are closed|what do you think',
  '(?:\\d+ )?(?:kommentare?|leserkommentare|commentaires?|comentarios?|comentários?|commenti|reacties|kommentarer|komentarze|komentáře|yorumlar|комментари[ий](?:\\w*)|комментарии|コメント|评论|評論|留言|댓글|التعليقات|تعليقات|bình luận|komentar)(?: ?[(:]?\\d+[)]?)?|schreibe einen kommentar|laisser un commentaire|deja un(?:a)? (?:comentario|respuesta)|deixe (?:um comentário|uma resposta)|lascia un commento|コメントを残す|发表(?:评论|回复)',
])

/** Headings of answers that mean nothing else: they count comments, or ask for one. */
export const SURE_ANSWERS = phrase([
  '(?!.*(?:responses?|discussions?|conversations?)\\b)(?:\\d.*|.*\\d ?[)\\]]?)|leave .*|(?:post|write|add) your .*|(?:post|write) a .*|join the .*|(?:reader|your) .*|.* closed|.*thoughts on .*|what do you think',
  'leserkommentare|schreibe .*|laisser .*|deja .*|deixe .*|lascia .*|コメントを残す|发表.*',
])

/** Texts of links with which a reader replies to another reader. */
export const REPLY = phrase([
  'reply|antworten|répondre|responder|rispondi|beantwoorden|reageren|svara|odpowiedz|odpovědět|yanıtla|ответить|返信|回复|回覆|답글|رد|trả lời|balas',
])

/** Headings of what a site asks of its readers, or says of itself. */
export const ASKS = phrase([
  'shar(?:e|ing)(?: .{0,30})?|follow (?:us|me)(?: .{0,30})?|stay (?:connected|in touch|up to date|informed)|connect with us|get in touch|subscribe(?: .{0,60})?|sign ?up(?: .{0,60})?|(?:our |the |weekly |daily |free )*newsletters?(?: .{0,40})?|join (?:our|the) (?:newsletter|mailing list|community)(?: .{0,30})?|get (?:the|our) (?:newsletter|latest|best)(?: .{0,60})?|never miss (?:a|an) (?:post|story|update)(?: .{0,30})?|support (?:us|our work|our journalism)|donate|tags?|filed under|categories|categor(?:y|ie)s?|topics?|labels?|keywords|advertisements?|sponsored(?: .{0,30})?|about (?:the |our )?(?:authors?|writer|contributors?|us)|written by|posted by|author|contact(?: us)?|rate this(?: .{0,30})?|was this (?:page |article )?(?:helpful|useful)|feedback|was this helpful',
  'teilen|artikel teilen|folgen sie uns|newsletter(?: abonnieren)?|über den autor|über die autorin|zur person|schlagw[oö]rter|schlagworte|themen|partager(?: .{0,30})?|suivez-nous|à propos de l.auteur|mots-clés|compartir|comparte(?: .{0,30})?|s[ií]guenos|sobre el autor|etiquetas|suscr[ií]bete(?: .{0,40})?|compartilhe|siga-nos|sobre o autor|condividi|seguici|informazioni sull.autore|deel dit(?: .{0,30})?|over de auteur|dela|om författaren|udostępnij|o autorze',
  'поделиться(?: .{0,30})?|об авторе|теги|метки|подписаться|подпишитесь(?: .{0,60})?|シェア(?:する)?|この記事をシェア(?:する)?|著者|プロフィール|タグ|フォローする|分享(?:到|至)?|标签|作者简介|关于作者|標籤|공유하기|태그|شارك|مشاركة|عن الكاتب|الوسوم',
])

/** Lines that belong to the site. */
export const SITE_LINE = phrase([
  '(?:story |article )?continues? (?:reading )?(?:below|after)(?: (?:the )?(?:advertisement|ad|video))?|(?:article|story) continues (?:below|after)(?: .{0,20})?|advertisements?|advert|ad|sponsored(?: content| post)?|promoted(?: content)?|scroll (?:down )?(?:to|for) (?:continue|more)(?: .{0,40})?|anzeige|werbung|publicité|publicidad|anuncio|pubblicità|publicidade|advertentie|reklama?|annons|реклама|広告|广告|廣告|광고|إعلان|スポンサーリンク',
  'skip (?:to|past) .{1,40}|back to (?:top|home|blog|all posts|articles)(?: .{0,20})?|(?:click|tap) (?:here )?to (?:share|print|email|tweet|enlarge|expand|copy|play)(?: .{0,40})?|copy(?: the)? link|link copied!?|copied!?|print(?: this)?(?: (?:page|article))?|e-?mail(?: this)?|tweet|pin(?: it)?|save(?: for later| article)?|bookmark|listen(?: to (?:this )?(?:article|story))?|share(?: (?:this|on|via|to) ?.{0,40})?|facebook|twitter|x|linkedin|whatsapp|reddit|pinterest|telegram|instagram|messenger|view gallery|view image in fullscreen|loading(?:…|\\.\\.\\.)?|please wait|toggle .{1,30}|open in app|play(?: video)?|full ?screen|close|expand|show (?:more|less)|read (?:more|full (?:story|article))|see more|learn more|view (?:all|more)|more|home|menu|search|follow|like|reply',
  '\\d+ ?(?:min(?:ute)?s?\\.?|分钟?|분)(?: (?:read|reading|de lecture|lesezeit|de lectura|di lettura|leestijd|читать|чтения))?|(?:estimated )?(?:reading|read) time:? .{1,20}|\\d+(?:[.,]\\d+)?k? (?:views?|shares?|likes?|comments?|reads|claps|votes?|followers)|lesezeit:? .{1,20}|temps de lecture:? .{1,20}|tiempo de lectura:? .{1,20}',
  '(?:©|\\(c\\)|copyright)\\s.{0,120}|all rights reserved\\.?|alle rechte vorbehalten\\.?|tous droits réservés\\.?|todos los derechos reservados\\.?',
  '(?:follow|find|like) (?:us|me|@?\\w+(?: \\w+)?) on (?:twitter|facebook|instagram|linkedin|x|youtube|tiktok|threads|mastodon|bluesky|social media).{0,120}',
  '(?:tags?|tagged(?: (?:with|as|in))?|filed under|categor(?:y|ies)|posted in|topics?|labels?|schlagwörter|schlagworte|mots-clés|etiquetas|теги|метки|标签|タグ)\\s?[:：].{0,200}',
  '(?:was this (?:page|article|helpful|information)|did you find this|rate this|how (?:helpful|useful) was).{0,80}\\??(?: yes ?/? ?no)?',
  '(?:edit|view|improve|suggest (?:an )?edits?(?: to)?) (?:this page|source|history|on github)(?: on \\w+)?',
])

/** Lines that ask for an address or for money. Channels and updates are subjects of articles too, those of the writer are not. */
export const APPEAL =
  /\b(?:sign up|subscribe|subscribing|register|join)\b.{0,120}\b(?:newsletter|inbox|mailing list)\b|^(?:sign up|subscribe) (?:for|to|by|via) (?:\w+ ){0,2}(?:e-?mails?|updates|podcast)\b|\b(?:sign up|subscribe|subscribing|register|join)\b(?=.{0,120}\b(?:our|my)\b).{0,120}\b(?:e-?mails?|podcast|channel|updates|subscribers)\b|\bnewsletter\b.{0,60}\b(?:abonnieren|anmelden|inscri\w+|suscr\w+|iscri\w+|assine)|\b(?:abonnez-vous|inscrivez-vous|suscr[ií]be(?:te|se)|iscriviti|inscreva-se)\b.{0,80}\b(?:newsletter|bolet[ií]n|lettre|canal)|подпи(?:шитесь|сывайтесь).{0,80}(?:канал|рассылк|телеграм|telegram|новост)|unsubscribe at any time|enter your e-?mail|your e-?mail address will not be published/iu

/** The beginning of a line that leads to another page, when most of the line is a link. */
export const LEADS_AWAY =
  /^[\s▶►»→•*[(]*(?:read(?: more| next| also| our)?|see also|also (?:read|see)|related(?: \w+)?|more(?: on| from)?|watch|listen|don.?t miss|must read|recommended|you may also like|lesen sie (?:auch|dazu)|mehr (?:zum thema|dazu)|lire aussi|à lire(?: aussi)?|a lire aussi|lee también|leer también|leia também|leggi anche|lees ook|läs (?:också|mer|även)|les også|læs også|czytaj (?:też|także)|čtěte také|читайте также|по теме|関連記事|あわせて読みたい|相关阅读|延伸阅读|延伸閱讀|관련 ?기사|اقرأ أيضا|اقرأ أيضًا|baca juga|यह भी पढ़ें|ये भी पढ़ें|xem thêm)(?:\s*[:：|»>→–—-]|\s|$)/iu

function phrase(parts: string[]): RegExp {
  return new RegExp(`^(?:${parts.join('|')})$`, 'iu')
}

/** Returns a short text as the phrases above have it: without signs around it. */
export function bare(text: string): string {
  return text.replace(/^[\s\p{P}\p{S}]+|[\s:：…»›→▼▾↓.!?？！|+\-–—]+$/gu, '').replaceAll('’', "'")
}
