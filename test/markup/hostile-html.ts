/** Hostile HTML, with the safe part that remains in a reply. */
export const hostileHtml: readonly (readonly [given: string, safe: string])[] = [
  ['<p>Olá, <b>Maria</b>!</p>', '<p>Olá, <b>Maria</b>!</p>'],
  ['<script>alert(1)</script><p>Oi</p>', '<p>Oi</p>'],
  ['<p onclick="alert(1)" style="color:red">Oi</p>', '<p>Oi</p>'],
  ['<img src=x onerror=alert(1)>Oi', 'Oi'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="java&#10;script:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="//mal.example">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  [
    '<a href="https://exemplo.com.br" target="_blank">x</a>',
    '<a href="https://exemplo.com.br/" rel="noopener noreferrer nofollow">x</a>',
  ],
  ['<iframe src="https://mal.example"></iframe><form><input>Oi</form>', 'Oi'],
  ['<svg><script>alert(1)</script></svg>Oi', 'Oi'],
  ['<style>p{color:red}</style><p>Oi', '<p>Oi</p>'],
  ['a < b & c', 'a &lt; b &amp; c'],
  ['Oi<br>Oi<hr>', 'Oi<br />Oi<hr />'],
  ['<h1>Oi</h1> <span class="x">Oi</span>', 'Oi<br />Oi'],
  ['<p id="x" class="y">Oi</p>', '<p>Oi</p>'],
  [
    '<a href="mailto:a@exemplo.com.br" rel="opener" onclick="x()">x</a>',
    '<a href="mailto:a@exemplo.com.br" rel="noopener noreferrer nofollow">x</a>',
  ],
  [
    '<a href="http://exemplo.com.br">x</a>',
    '<a href="http://exemplo.com.br/" rel="noopener noreferrer nofollow">x</a>',
  ],
  ['<a href="ftp://exemplo.com.br">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="tel:+551133221100">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
];
