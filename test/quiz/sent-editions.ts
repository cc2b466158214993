// One edition as each of three sending programs wraps it: their structure and their ways to hide
// text, in few lines.

/** What readers see, a line a block. */
export const shownLines = [
  'Bom dia, leitora',
  'O Banco Central elevou a taxa a 12,5% nesta quarta-feira.',
  'Recife abriu 14 bibliotecas públicas neste ano.',
];

const [greeting = '', rates = '', libraries = ''] = shownLines;
const joiners = '&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(30);

/** The editions by program. Each hides the word `oculto`. */
export const sentEditions: Record<string, string> = {
  MJML: `<!doctype html><html><head><style type="text/css">#outlook a{padding:0}@media only screen and (min-width:480px){.mj-column-per-100{width:100%!important}}</style></head>
<body style="word-spacing:normal;background-color:#f4f4f4;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">oculto</div>
<div style="background-color:#f4f4f4;"><!--[if mso | IE]><table role="presentation"><tr><td>oculto<![endif]-->
<div style="margin:0px auto;max-width:600px;"><table align="center" role="presentation" style="width:100%;"><tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;width:100%;"><table role="presentation" width="100%"><tbody>
<tr><td align="left" style="font-size:0px;padding:10px 25px;"><div style="font-family:Ubuntu,Arial;font-size:20px;line-height:1;color:#000000;">${greeting}</div></td></tr>
<tr><td align="left" style="font-size:0px;padding:10px 25px;"><div style="font-size:13px;"><p>${rates}</p><p style="font-size:1.2em">${libraries}</p><p style="font-size:0">oculto</p></div></td></tr>
</tbody></table></div></td></tr></tbody></table></div><!--[if mso | IE]></td></tr></table><![endif]--></div></body></html>`,
  Mailchimp: `<html><head><style type="text/css">p{margin:10px 0}.mcnPreviewText{display:none !important;}/* .mcnTextContent{display:none} */@media only screen and (max-width: 480px){.mcnTextContent{font-size:0 !important;}}</style></head>
<body><!--*|IF:MC_PREVIEW_TEXT|*--><!--[if !gte mso 9]><!----><span class="mcnPreviewText" style="font-size:0px; line-height:0px; max-height:0px; max-width:0px; opacity:0; overflow:hidden; visibility:hidden; mso-hide:all;">oculto</span><!--<![endif]-->
<center><table id="bodyTable" height="100%"><tr><td id="bodyCell" valign="top"><table class="mcnTextBlock" style="min-width:100%;"><tbody class="mcnTextBlockOuter"><tr><td class="mcnTextBlockInner">
<table class="mcnTextContentContainer"><tbody><tr><td class="mcnTextContent" style="padding: 0px 18px 9px;"><h1>${greeting}</h1>
<p dir="ltr">${rates.replace('Central', 'Cen&shy;tral')}</p>${libraries}</td></tr></tbody></table></td></tr></tbody></table></td></tr></table></center></body></html>`,
  beehiiv: `<html><head><style>.h1{font-size:24px}.hide-desktop{display:none}</style></head><body><div style="display:none;max-height:0px;overflow:hidden;">oculto ${joiners}</div>
<table class="bh__table" width="100%" border="0" cellspacing="0" style="mso-table-lspace:0pt;"><tr><td align="center" valign="top"><table id="content-blocks"><tr><td style="padding:0;font-size:0pt;line-height:0pt;">&nbsp;</td></tr>
<tr><td class="dd" valign="top" style="padding:0px 28px;text-align:left;"><h2 style="font-size:1.5rem">${greeting}</h2><p style="line-height:24px;">${rates.replace('quarta', 'quar\u200bta')}</p></td></tr>
<tr><td class="dd hide-desktop">oculto</td></tr><tr><td class="dd"><p>${libraries}</p></td></tr></table></td></tr></table></body></html>`,
};
