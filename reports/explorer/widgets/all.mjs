/* The widgets in the order of the page. To add one: a file like its neighbours, and a line here. */
import formats from './formats.mjs';
import heads from './heads.mjs';
import judge from './judge.mjs';
import masks from './masks.mjs';
import online from './online.mjs';
import order from './order.mjs';
import scale from './scale.mjs';

export const widgets = [scale, masks, formats, online, judge, order, heads];
